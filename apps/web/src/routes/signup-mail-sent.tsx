export function SignupMailSentPage() {
  return null
}
