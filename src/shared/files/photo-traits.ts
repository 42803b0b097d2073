/** How a photo looks. It helps to find the photos of one paper, and only a pile stores it. */
export interface PhotoTraits {
  /** When the camera took the photo, in epoch milliseconds of the camera's clock; absent if the file doesn't say. */
  takenAt?: number;
  /** The size in px, as stored in the file. */
  width: number;
  height: number;
  /** The mean lightness, from 0 (black) to 255 (white). */
  light: number;
}
