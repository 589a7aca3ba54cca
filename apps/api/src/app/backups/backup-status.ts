export { type BackupStatus, readStatus } from './repository.ts'
