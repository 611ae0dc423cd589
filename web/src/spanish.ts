import { es as availability } from '@aftercare/domain/months/texts/es'
import { es as pricing } from '@aftercare/domain/pricing/texts/es'
import { es as registrationMessages } from '@aftercare/domain/registration/texts/es'
import { es as submissionParts } from './features/submissions/texts/es'
import { es as landing } from './parent/landing/texts/es'

/** Everything that parents and guests can read, as one file that is loaded only where Spanish was chosen. */
export const spanish = [availability, landing, pricing, registrationMessages, submissionParts]
