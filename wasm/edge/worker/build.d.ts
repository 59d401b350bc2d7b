/** The version of the core, as the build finds it in core/certificate. */
declare const CORE: string;
