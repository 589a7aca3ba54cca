// Without schemas: the web app uses it as it is.

/** `@`, `scheme://`, `www.` and a host with a path. */
const linkLike = /[@\uFF20]|:\/\/|\bwww\.|[\p{L}\d-]\.\p{L}{2,}\//iu

export const containsLink = (text: string): boolean => linkLike.test(text)

/** Is this a name, and neither nothing nor an address or a link? */
export const isPlainName = (text: string): boolean => text.trim() !== '' && !containsLink(text)
