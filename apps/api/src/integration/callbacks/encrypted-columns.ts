export { encryptedColumns } from './secret-repository.ts'
