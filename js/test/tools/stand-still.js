// Runs, counts and computations that stand still where a test wants them to.

/** Gives workers calls of a function, but the others than so many, or those after a selector has an element, once the page calls `release`. */
function holdBack([name, when]) {
  const { postMessage } = Worker.prototype;
  const waiting = [];
  let free = when === null; // JSON makes null of Infinity: all calls pass
  globalThis.items = 0;
  Worker.prototype.postMessage = function (message, ...rest) {
    const send = () => postMessage.call(this, message, ...rest);
    if (message.name !== name) return send();
    globalThis.items++;
    if (!free && (typeof when === 'string' ? document.querySelector(when) : globalThis.items > when)) return void waiting.push(send);
    return send();
  };
  globalThis.release = () => {
    free = true;
    for (const send of waiting.splice(0)) send();
  };
}

/** The page's workers get so many clouds of a run; the page counts those given out as `items`. */
export const held = (page, most = 0) => page.addInitScript(holdBack, ['runLine', most]);

/** The workers of an open page get so many calls of a function from now on, such as `block`, or those before a selector has an element. */
export const withheld = (page, name, when = 0) => page.evaluate(holdBack, [name, when]);

/** A bar that has begun to grow. */
export const BEGUN = '[role=progressbar]:not([aria-valuenow="0"])';

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
