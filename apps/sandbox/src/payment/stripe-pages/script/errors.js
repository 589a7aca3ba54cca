/** A mistake in how the page uses the script; thrown, as the customer can do nothing about it. */
export class IntegrationError extends Error {
  name = 'IntegrationError'
}

export function need(value, message) {
  if (value === undefined || value === null || value === '') throw new IntegrationError(message)
  return value
}

export const connectionError = {
  type: 'api_connection_error',
  message: 'We are experiencing issues connecting to our payments provider. Please try again.',
}
