export interface CallbackIds {
  readonly requestId: string
  readonly documentId: string | null
  readonly signatureId: string | null
}

const placeholder = /(\{|%7B)?(?:SKRIBBLE|COUNTERSIGN)_(SIGNATURE_REQUEST|DOCUMENT|SIGNATURE)_ID(\}|%7D)?/gi

/**
 * The URL with ids in place of its placeholders, in path and query alone: where a call goes is nothing that a request's
 * data could change. Braces around a placeholder go with it.
 */
export function fillPlaceholders(url: string, { requestId, documentId, signatureId }: CallbackIds): string {
  const [origin = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url) ?? []
  const ids: Record<string, string | null> = {
    SIGNATURE_REQUEST: requestId,
    DOCUMENT: documentId,
    SIGNATURE: signatureId,
  }
  const filled = url.slice(origin.length).replace(placeholder, (_found, open, name: string, close) => {
    const id = encodeURIComponent(ids[name.toUpperCase()] ?? '')
    return open && close ? id : `${open ?? ''}${id}${close ?? ''}`
  })
  return origin + filled
}
