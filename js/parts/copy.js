/** What a button that copies does. */

/** How long a button says what it has done, in milliseconds. */
const TOLD = 2000;

/** Copies the text field beside the button. @param {any} event */
export async function copy(event) {
  const button = event.currentTarget;
  const name = button.dataset.name ??= button.textContent;
  const field = button.parentElement.querySelector('input, textarea');
  field.select();
  // Without permission for the clipboard the text stays selected for copying by hand.
  button.textContent = await navigator.clipboard?.writeText(field.value).then(() => 'Copied', () => '') || 'Selected';
  setTimeout(() => { button.textContent = name; }, TOLD);
}
