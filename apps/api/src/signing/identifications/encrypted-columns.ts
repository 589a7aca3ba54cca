export { encryptedColumns } from './encrypted-rows-repository.ts'
