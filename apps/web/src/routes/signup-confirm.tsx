export function SignupConfirmPage() {
  return null
}
