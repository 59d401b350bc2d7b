/**
 * The text of a stream, or null when it has more bytes than it may have; the rest is then not read.
 * @param {ReadableStream<Uint8Array>} stream @param {number} most @param {TextDecoderOptions} [options]
 */
export async function shortText(stream, most, options) {
  const reader = stream.getReader();
  const decoder = new TextDecoder('utf-8', options);
  let [text, size] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > most) {
      void reader.cancel().catch(() => {});
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
