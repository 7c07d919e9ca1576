/**
 * Repeats a part of a test that failed while the product reported a timeout, because then the machine was too busy. Any
 * other failure is final.
 */
export async function retryIfSlow(part: () => Promise<void>, wasSlow: () => boolean): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await part();
    } catch (error) {
      if (!wasSlow() || tries === 10) throw error;
    }
  }
}
