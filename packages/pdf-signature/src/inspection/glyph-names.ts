// Names of the Adobe Glyph List that encodings of form fonts state, beside those of single letters.
const latin = [
  'exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot',
  '_ registered macron degree plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior',
  'ordmasculine guillemotright onequarter onehalf threequarters questiondown Agrave Aacute Acircumflex Atilde Adieresis',
  'Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute',
  'Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls agrave',
  'aacute acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute icircumflex',
  'idieresis eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute ucircumflex udieresis',
  'yacute thorn ydieresis',
]
const ascii = [
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen',
  'period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at',
]
const others: Record<string, string> = {
  bracketleft: '[',
  backslash: '\\',
  bracketright: ']',
  asciicircum: '^',
  underscore: '_',
  grave: '`',
  braceleft: '{',
  bar: '|',
  braceright: '}',
  asciitilde: '~',
  minus: '-',
  quoteleft: '‘',
  quoteright: '’',
  quotedblleft: '“',
  quotedblright: '”',
  quotesinglbase: '‚',
  quotedblbase: '„',
  endash: '–',
  emdash: '—',
  bullet: '•',
  ellipsis: '…',
  Euro: '€',
  trademark: '™',
  OE: 'Œ',
  oe: 'œ',
  Scaron: 'Š',
  scaron: 'š',
  Zcaron: 'Ž',
  zcaron: 'ž',
  Ydieresis: 'Ÿ',
  florin: 'ƒ',
}

const listed = (names: readonly string[], first: number): [string, string][] =>
  names
    .join(' ')
    .split(' ')
    .map((name, index) => [name, String.fromCharCode(first + index)])

const characters = new Map([...listed(ascii, 0x20), ...listed(latin, 0xa1), ...Object.entries(others)])

/** The character that a glyph name stands for, if it is one of those that forms use. */
export function characterOf(glyph: string): string | undefined {
  if (/^[A-Za-z]$/.test(glyph)) return glyph
  const code = /^(?:uni|u)([0-9A-F]{4,6})$/.exec(glyph)?.[1]
  if (code !== undefined && Number.parseInt(code, 16) <= 0x10ffff)
    return String.fromCodePoint(Number.parseInt(code, 16))
  return characters.get(glyph)
}
