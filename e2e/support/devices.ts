export const desktop = { viewport: { width: 1280, height: 800 } }

/** One pixel per point: journeys read text, and at a phone's density a page has four times the pixels to draw. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  hasTouch: true,
  isMobile: true,
}

/** For pictures, at a phone's density. */
export const sharpPhone = { ...phone, deviceScaleFactor: 2 }
