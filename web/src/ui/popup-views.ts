/** What opens over a page, in one file that is fetched when the first of them is needed. */
export { ConfirmDialogView } from './overlays/confirm-dialog-view'
export { DialogView } from './overlays/dialog-view'
export { DrawerView } from './overlays/drawer-view'
