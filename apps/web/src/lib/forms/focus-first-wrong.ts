/** Leads to the first field of a form that is wrong, as the page has them, once the page has drawn the errors. */
export function focusFirstWrong(form: Element): void {
  window.setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

/** The service names what it refuses in its own order; on the page another field may come first. */
export function inPageOrder<Named extends readonly [field: string, ...unknown[]]>(
  named: readonly Named[],
): Named[] {
  const shown = [...document.querySelectorAll('form [name]')].map((field) => field.getAttribute('name'))
  const placeOf = (field: string) => (shown.includes(field) ? shown.indexOf(field) : shown.length)
  return named.toSorted(([one], [other]) => placeOf(one) - placeOf(other))
}
