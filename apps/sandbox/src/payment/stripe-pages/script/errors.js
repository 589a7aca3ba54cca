/** A mistake in how the page uses the script; thrown, as the customer can do nothing about it. */
export class IntegrationError extends Error {
  name = 'IntegrationError'
}

export function need(value, message) {
  if (value === undefined || value === null || value === '') throw new IntegrationError(message)
  return value
}
