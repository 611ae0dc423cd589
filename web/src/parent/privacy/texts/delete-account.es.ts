import type { en } from './delete-account.en'

export const es = {
  id: 'delete-account',
  title: 'Eliminar mi cuenta',
  text: 'Esto no se puede deshacer. Se cerrará su sesión en todas partes y nadie podrá recuperar la cuenta.',
  family: {
    erased:
      'Borramos los nombres, correos, teléfonos, alergias y notas de su familia, y los correos que le enviamos.',
    retained: 'Los costos, pagos y números de asistencia pasados se conservan sin sus nombres.',
    done: 'Se borraron su cuenta y los datos de su familia.',
  },
  member: {
    erased: 'Borramos su nombre, su correo y su teléfono, y los correos que le enviamos.',
    retained: 'Los niños, las inscripciones y los pagos se quedan con la familia.',
    done: 'Se borró su cuenta. Los datos de la familia se quedan con la familia.',
  },
  deleted: 'Cuenta eliminada',
  password: 'Contraseña',
  confirm: 'Eliminar cuenta',
  failed: 'No pudimos eliminar su cuenta. Inténtelo de nuevo.',
} satisfies typeof en
