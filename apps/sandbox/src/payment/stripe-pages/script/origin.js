/** Where this script came from: the API and the frames are at the same place. */
export const stripeOrigin = new URL(document.currentScript.src).origin
