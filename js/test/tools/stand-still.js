// Runs and counts that stand still where a test wants them to.

/** The page's workers get so many clouds of a run, and the others once the page calls `release`; it counts those given out as `items`. */
export const held = (page, most = 0) => page.addInitScript((most) => {
  const { postMessage } = Worker.prototype;
  const waiting = [];
  most ??= Infinity; // of which JSON makes null
  globalThis.items = 0;
  Worker.prototype.postMessage = function (message, ...rest) {
    const send = () => postMessage.call(this, message, ...rest);
    if (message.name === 'runLine' && ++globalThis.items > most) waiting.push(send);
    else send();
  };
  globalThis.release = () => {
    most = Infinity;
    for (const send of waiting.splice(0)) send();
  };
}, most);

/** Waits until this share of a run is done, in per cent: the page draws what is done only now and then. */
export const stoodStill = (page, share) => page.waitForFunction((share) => {
  const view = /** @type {any} */ (document.querySelector('orbit-dataset'));
  view.requestUpdate();
  return Number(view.querySelector('[role=progressbar]')?.ariaValueNow) >= share;
}, share);

/** The page's models get so many batches and stand still then until the page sets `batches` anew or says "free" in its session. */
export const rationed = (page, most = Infinity) => page.addInitScript((most) => {
  const { postMessage } = Worker.prototype;
  globalThis.batches = sessionStorage.getItem('free') ? Infinity : most ?? Infinity; // of which JSON makes null
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message.name === 'logits') {
      if (!(globalThis.batches > 0)) return void (globalThis.batches = -1);
      const [[{ dims: [all] }], , { rows }] = message.args;
      globalThis.batches -= Math.ceil(all / rows);
    }
    postMessage.call(this, message, ...rest);
  };
}, most);
