/** One line for a terminal: what files say about themselves must neither steer it, nor begin a line, nor turn the order of letters. */
export const printableLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
