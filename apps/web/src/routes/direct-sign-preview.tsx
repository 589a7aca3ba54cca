export function DirectSignPreviewPage() {
  return null
}
