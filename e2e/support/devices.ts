export const desktop = { viewport: { width: 1280, height: 800 } }

/** With a point for a point: journeys read what a page says, and four times the points take as much more to draw. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  hasTouch: true,
  isMobile: true,
}

/** For pictures: as sharp as a phone. */
export const sharpPhone = { ...phone, deviceScaleFactor: 2 }
