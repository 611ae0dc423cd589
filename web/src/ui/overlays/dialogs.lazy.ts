/** What opens over a page, in one file that is fetched when the first of them is needed. */
export { ConfirmDialogView } from './confirm-dialog-view'
export { DialogView } from './dialog-view'
export { DrawerView } from './drawer-view'
