import { RequiredSettingCard } from '../settings/required-setting-card'
import { saveDropInApprovalOptions, useDropInApprovalSetting } from './drop-in-approval.api'

export const DropInApprovalCard = () => (
  <RequiredSettingCard
    query={useDropInApprovalSetting()}
    mutation={saveDropInApprovalOptions}
    name="drop_in_approval"
    title="Drop-ins"
    label="Drop-ins need approval"
    description="What families and guests request waits until staff approve or decline it. Until then it holds its seat, costs nothing, and the child isn't expected. Switching it off approves nothing."
    what="drop-in settings"
    saveLabel="Save drop-ins"
  />
)
