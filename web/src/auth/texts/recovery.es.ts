import type { en } from './recovery.en'

export const es = {
  id: 'recovery',
  reset: {
    send: 'Enviar enlace',
    sent: {
      title: 'Correo enviado',
      text: 'Revise su correo: ahí está el enlace para elegir otra contraseña.',
    },
    failed: 'No pudimos enviar el correo',
    failedText: 'No pudimos enviar el correo con el enlace. Inténtelo de nuevo.',
    back: 'Volver a iniciar sesión',
  },
  newPassword: {
    label: 'Contraseña nueva',
    confirm: 'Confirmar contraseña',
    saveFirst: 'Guardar contraseña',
    update: 'Cambiar contraseña',
    mismatch: {
      title: 'Las contraseñas no coinciden',
      text: 'Escriba la misma contraseña en los dos campos.',
    },
    tooShort: {
      title: 'La contraseña es muy corta',
      text: 'La contraseña debe tener al menos 6 caracteres.',
    },
    firstSaved: { title: 'Contraseña guardada', text: 'Ya puede iniciar sesión.' },
    updated: { title: 'Contraseña cambiada', text: 'Su contraseña se cambió. Ya puede iniciar sesión.' },
    failed: 'No pudimos cambiar la contraseña',
    failedText: 'No pudimos cambiar la contraseña. Inténtelo de nuevo.',
    lost: {
      title: 'Se perdió la conexión',
      text: 'Es posible que su contraseña nueva ya esté guardada. Intente iniciar sesión con ella.',
    },
    otherAccount: (email, signedIn) =>
      `Este enlace es para ${email}. Usted inició sesión como ${signedIn}: al guardar la contraseña se cerrará esa sesión.`,
  },
} satisfies typeof en
