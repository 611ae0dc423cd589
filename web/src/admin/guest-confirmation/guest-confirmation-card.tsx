import { RequiredSettingCard } from '../settings/required-setting-card'
import { saveGuestConfirmationOptions, useGuestConfirmationSetting } from './guest-confirmation.api'

export const GuestConfirmationCard = () => (
  <RequiredSettingCard
    query={useGuestConfirmationSetting()}
    mutation={saveGuestConfirmationOptions}
    name="guest_confirmation"
    title="Guests"
    label="Guests confirm their email"
    description="What guests submit counts once they have confirmed it by a link in an email. Until then it holds its seats, for 60 minutes at most, and staff don't see it."
    what="guest settings"
    saveLabel="Save guests"
  />
)
