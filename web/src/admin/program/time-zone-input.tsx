import { COMMON_TIME_ZONES, timeZoneLabel } from '@aftercare/domain/program/program-details'
import { useMemo } from 'react'
import { SelectInput } from '../../ui/inputs/select-input'

const COMMON = Object.keys(COMMON_TIME_ZONES)

/** The common ones first, then all that the browser knows by city, and the chosen one in any case. */
function optionsFor(value: string) {
  const others = Intl.supportedValuesOf('timeZone')
    .filter((zone) => !COMMON.includes(zone))
    .toSorted((a, b) => timeZoneLabel(a).localeCompare(timeZoneLabel(b), 'en-US'))
  const zones = [...COMMON, ...others]
  return (zones.includes(value) ? zones : [value, ...zones]).map((zone) => ({
    value: zone,
    label: timeZoneLabel(zone),
  }))
}

type TimeZoneInputProps = { value: string; onValueChange: (zone: string) => void }

export function TimeZoneInput({ value, onValueChange }: TimeZoneInputProps) {
  const options = useMemo(() => optionsFor(value), [value])
  return <SelectInput options={options} value={value} onValueChange={onValueChange} />
}
