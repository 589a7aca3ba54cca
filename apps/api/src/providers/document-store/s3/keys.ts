export const contentPrefix = 'content/'
/** Each removal has a key of its own, `trash/abcd…/uuid`. */
export const trashPrefix = 'trash/'
export const incomingPrefix = 'incoming/'

export const keyOf = (sha256: string): string => `${contentPrefix}${sha256}`
