// h5wasm's script by itself, which build/smaller/memory.mjs takes its program out of.
declare module 'h5wasm/script' {
  type HDF5 = Awaited<typeof import('h5wasm').ready>;
  export default function start(settings: object): Promise<HDF5>;
}
