/** Leads to the first field of a form that is wrong, as the page has them, once the page has drawn the errors. */
export function focusFirstWrong(form: Element): void {
  window.setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
