// Without schemas: the web app uses it as it is.

/** `@`, `scheme://`, `www.` and a host with a path. */
const linkLike = /[@\uFF20]|:\/\/|\bwww\.|[\p{L}\d-]\.\p{L}{2,}\//iu

export const containsLink = (text: string): boolean => linkLike.test(text)

/** Spaces, and characters that are drawn as nothing (UAX #44, Default_Ignorable_Code_Point; the empty Braille pattern). */
const nothingToSee = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Would nobody see anything of it? */
export const isBlank = (text: string): boolean => nothingToSee.test(text)

/** Is this a name, and neither nothing nor an address or a link? */
export const isPlainName = (text: string): boolean => !isBlank(text) && !containsLink(text)

/** Is this the name that the account has, in either order? Under 21 CFR Part 11 a person signs by no other (11.50). */
export function isOwnName(
  typed: string,
  person: { readonly firstName: string; readonly lastName: string },
): boolean {
  const { firstName, lastName } = person
  const own = [`${firstName} ${lastName}`, `${lastName} ${firstName}`, `${lastName}, ${firstName}`]
  return own.map(plain).includes(plain(typed)) && plain(typed) !== ''
}

/** As one reads it: letters by their look (NFC), without the case and what space there is between. */
function plain(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLocaleLowerCase('en')
}
