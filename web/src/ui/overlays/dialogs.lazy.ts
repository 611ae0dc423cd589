/** All overlays in one chunk, loaded when the first is needed. */
export { ConfirmDialogView } from './confirm-dialog-view'
export { DialogView } from './dialog-view'
export { DrawerView } from './drawer-view'
