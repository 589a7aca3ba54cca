/**
 * The specification's rule: no leading dot, no double dots, a local part, a domain with a top-level part of two letters or more. Of an
 * address in its canonical form: letters of other domains are encoded there (xn--).
 */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[^\s@<>()[\]\\,;:"\p{C}]+@(?:[a-z0-9_\u00DF-\u00F6\u00F8-\u017E\u0218-\u021B\u0390\u03AC-\u03CE\u0430-\u045F-]+\.)+(?:xn--[a-z0-9-]+|[a-z\u00DF-\u00F6\u00F8-\u017E\u0218-\u021B\u0390\u03AC-\u03CE\u0430-\u045F-]{2,})$/u
