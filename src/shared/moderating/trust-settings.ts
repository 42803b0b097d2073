/** The rules for trusted contributors. An admin can change them. */
export interface TrustSettings {
  /** Whether items of trusted contributors are approved at once. */
  isOn: boolean;
  /** How many of a contributor's last items count. */
  items: number;
  /** How many of these items may have been changed or not approved. */
  exceptions: number;
  /** How many items of one person are approved at once in a day (UTC). */
  perDay: number;
}

/** The numbers of the settings, with the smallest and the largest value. */
export const trustNumbers = {
  items: { min: 5, max: 100 },
  exceptions: { min: 0, max: 50 },
  perDay: { min: 1, max: 500 },
} as const;
export type TrustNumber = keyof typeof trustNumbers;
export const trustNumberNames = Object.keys(trustNumbers) as TrustNumber[];

/** The settings of an archive whose admins changed nothing. */
export const trustDefaults: TrustSettings = { isOn: false, items: 20, exceptions: 0, perDay: 20 };

/** A contributor's last items, as far as moderators have decided on them. */
export interface TrustFacts {
  /** The number of items, at most `TrustSettings.items`. */
  decided: number;
  /** How many of them a person approved without changing or returning them first. */
  unchanged: number;
}

/** Whether an admin may mark a contributor with these facts as trusted. */
export const qualifies = ({ decided, unchanged }: TrustFacts, settings: TrustSettings): boolean =>
  decided === settings.items && decided - unchanged <= settings.exceptions;
