/** Reports whether the preparation scales clouds, so that lengths of the file are others. @param {Record<string, string>} values */
export const isScaled = ({ normalise }) => normalise === 'unit_sphere' || normalise === 'rms';
