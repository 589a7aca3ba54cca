export function ViewPage() {
  return null
}
