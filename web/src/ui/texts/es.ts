import type { en } from './en'

export const es = {
  id: 'ui',
  error: 'Error',
  success: '¡Listo!',
  cancel: 'Cancelar',
  close: 'Cerrar',
  contents: 'Contenido',
  loading: 'Cargando…',
  notifications: 'Avisos',
  dismiss: 'Cerrar aviso',
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',
  theme: { label: 'Apariencia', light: 'Clara', dark: 'Oscura', system: 'Igual que el dispositivo' },
  offline: 'No tiene conexión a internet. Podrá guardar cambios cuando vuelva la conexión.',
  demoClock: (time) => `Reloj de prueba: ${time}`,
  failed: {
    title: 'Algo salió mal',
    text: 'No pudimos mostrar esta pantalla. Lo que guardó está a salvo. Vuelva a cargar la página e inténtelo de nuevo.',
  },
  failedOffline: {
    title: 'No tiene conexión a internet',
    text: 'Esta página se abrirá cuando vuelva la conexión. Lo que guardó está a salvo.',
  },
  reload: 'Recargar',
  reloadPage: 'Volver a cargar la página',
  notOpened: {
    reload: 'No pudimos abrir esto. Vuelva a cargar la página e inténtelo de nuevo.',
    connection: 'No pudimos abrir esto. Revise su conexión e inténtelo de nuevo.',
  },
} satisfies typeof en
