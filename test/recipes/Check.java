import java.io.*;
import java.util.*;
import static java.nio.charset.StandardCharsets.UTF_8;

class Check {
  static List<Recipe.Field> fields(List<String> words) {
    List<Recipe.Field> all = new ArrayList<>();
    for (int at = 0; at < words.size(); at += 2) all.add(new Recipe.Field(words.get(at), words.get(at + 1)));
    return all;
  }
  public static void main(String[] args) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      List<String> words = List.of(line.split("\t", -1));
      int count = 2 + 2 * Integer.parseInt(words.get(1));
      Recipe.Signed signed =
          Recipe.sign(fields(words.subList(2, count)), fields(words.subList(count, words.size())), words.get(0));
      System.out.println(signed.query() + "\t" + signed.body());
    }
  }
}
