import packageFile from '../../package.json' with { type: 'json' }

/** The release that runs. */
export const version: string = packageFile.version
