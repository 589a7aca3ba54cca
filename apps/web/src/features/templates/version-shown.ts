/**
 * The version that a form shows. A newer one replaces it only while nothing is typed: what was typed is sent with the version
 * that the person has read, so that the service refuses to overwrite another change.
 */
export const versionShown = <Version>(shown: Version, newest: Version, isDirty: boolean): Version =>
  isDirty ? shown : newest
