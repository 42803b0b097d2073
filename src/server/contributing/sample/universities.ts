export const engineering = "Sample University of Engineering";
export const riverside = "Sample Riverside University";
export const nomuna = "নমুনা বিশ্ববিদ্যালয়";
export const science = "Sample Science University";
export const delta = "Sample Delta University";
export const college = "নমুনা মহাবিদ্যালয়";

/** Six universities that don't exist. */
export const universities = [engineering, riverside, nomuna, science, delta, college];
