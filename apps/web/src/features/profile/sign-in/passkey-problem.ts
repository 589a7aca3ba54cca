/** What a browser answers where no passkey was made, as far as a person can do something about it. */
export type PasskeyProblem = 'cancelled' | 'exists' | 'unsupported'

/** By the names of WebAuthn § 5.1.3; null for what is not the browser's refusal. */
export function passkeyProblem(failure: unknown): PasskeyProblem | null {
  if (!(failure instanceof Error)) return null
  switch (failure.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return 'cancelled'
    case 'InvalidStateError':
      return 'exists'
    case 'NotSupportedError':
    case 'SecurityError':
      return 'unsupported'
    default:
      return null
  }
}
