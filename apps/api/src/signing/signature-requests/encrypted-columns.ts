export { encryptedColumns, linkContext } from './links/link-repository.ts'
