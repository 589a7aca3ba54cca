export function SignupStepsPage() {
  return null
}
