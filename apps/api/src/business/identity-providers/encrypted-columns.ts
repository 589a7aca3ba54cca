export { encryptedColumns } from './repository.ts'
