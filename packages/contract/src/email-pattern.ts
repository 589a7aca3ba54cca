/** The specification's rule: no leading dot, no double dots, a local part, a domain with a top-level part of two letters or more. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[^\s@<>()[\]\\,;:"\p{C}]+@(?:[^\s@.<>()[\]\\,;:"\p{C}]+\.)+[^\s@.\d<>()[\]\\,;:"\p{C}]{2,}$/u
