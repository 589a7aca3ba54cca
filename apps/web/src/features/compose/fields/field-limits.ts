/** As the API has them; by themselves, so that a page doesn’t load all schemas for two numbers. */
export const fieldsAtMost = 500
export const placesAtMost = 50
