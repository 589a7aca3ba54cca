export { type BackupStatus, readStatus } from './repository.ts'
export { refuseOtherTarget } from './claim-target.ts'
