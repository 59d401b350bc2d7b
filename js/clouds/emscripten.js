/** Starting programs that Emscripten made and that are compiled already. */

/**
 * @template P
 * @param {(settings: Record<string, unknown>) => Promise<P>} script what Emscripten wrote to go with the program
 * @param {WebAssembly.Module} program
 * @param {object} settings of the script
 * @returns {Promise<P>} rejected as well where the program cannot be started, of which the script alone would say nothing
 */
export function started(script, program, settings) {
  return new Promise((resolve, reject) => {
    /** @param {WebAssembly.Imports} imports @param {(instance: WebAssembly.Instance, program: WebAssembly.Module) => void} receive */
    const instantiateWasm = (imports, receive) => {
      WebAssembly.instantiate(program, imports).then((instance) => receive(instance, program)).catch(reject);
      return {};
    };
    script({ ...settings, instantiateWasm }).then(resolve, reject);
  });
}
