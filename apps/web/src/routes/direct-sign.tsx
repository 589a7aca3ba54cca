export function DirectSignPage() {
  return null
}
